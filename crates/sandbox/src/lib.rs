//! The safest way to run an AI's verification JavaScript: text in, verdict out.
