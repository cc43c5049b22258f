(Set.arguments += 0) === 0
