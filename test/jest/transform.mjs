import { pathToFileURL } from 'node:url';

import { transformSync } from 'esbuild';

export default {
  /**
   * @param {string} source
   * @param {string} file
   */
  process(source, file) {
    const { code } = transformSync(source, {
      loader: file.endsWith('ts') ? 'ts' : 'js',
      format: 'cjs',
      target: 'es2023',
      supported: { 'dynamic-import': false },
      sourcemap: 'inline',
      sourcefile: file,
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(file).href) },
    });

    return { code };
  },
};
