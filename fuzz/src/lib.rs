//! What the targets share: the mutators on syntax trees, and the counts that `run.sh` reports.
