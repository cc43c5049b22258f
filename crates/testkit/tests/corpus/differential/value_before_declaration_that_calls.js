true; const g = [1].map((x) => x);
