//! Follows the table's stream: publishes the catalogue and removes files nobody refers to.
