// The version of the glue. A constant rather than a read of package.json, so that it survives bundling; a test holds
// it equal to package.json and to the crate's version.

export const version = '1.1.0'
