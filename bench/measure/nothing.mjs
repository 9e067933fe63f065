// The empty module that the import row compares with.
