#!/usr/bin/env bash
# Stands in front of rustc for coverage.sh.
exec "$@" -Cinstrument-coverage
