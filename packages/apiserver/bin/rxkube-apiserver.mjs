#!/usr/bin/env node
// Not compiled itself, so that a package manager finds it before the first build and can link it.
await import(String(new URL('../dist/bin/main.js', import.meta.url)));
