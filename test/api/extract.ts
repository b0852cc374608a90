import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type ExtractorMessage,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  ExtractorMessageCategory,
} from '@microsoft/api-extractor';

import { type Package, root } from '../support/packages.js';

/** The public API that api-extractor finds in the compiled declarations of a package. */
export interface Extract {
  /** Every public name with its type, as text. */
  readonly report: string;
  /** The declarations behind the names; a name can have several. Whole packages that are re-exported are not in it. */
  readonly declarations: readonly Declaration[];
  readonly problems: readonly string[];
}

/** One declaration of a public name. */
export interface Declaration {
  readonly name: string;
  /** Such as `Class`, `Function`, `Interface`, `TypeAlias` or `Variable`. */
  readonly kind: string;
  /** Its doc comment; `''` where it has none. */
  readonly docComment: string;
  /** The names of a module that is exported under one name. */
  readonly members?: readonly Declaration[];
}

interface Model {
  readonly members: readonly [{ readonly members: readonly Declaration[] }];
}

/** Reads the declarations of one entry of a package, such as `dist/index.d.ts`. */
export function extract({ folder }: Package, name: string): Extract {
  const output = mkdtempSync(join(tmpdir(), 'rxkube-api-'));
  const problems: string[] = [];

  try {
    Extractor.invoke(configuration(folder, name, output), {
      localBuild: true,
      messageCallback: (message) => {
        if (isProblem(message)) problems.push(message.formatMessageWithLocation(root));
        message.handled = true;
      },
    });
    const model = JSON.parse(readFileSync(join(output, 'model.json'), 'utf8')) as Model;

    return {
      report: readFileSync(join(output, 'api.api.md'), 'utf8'),
      declarations: model.members[0].members,
      problems,
    };
  } finally {
    rmSync(output, { recursive: true });
  }
}

function isProblem({ category, messageId, text }: ExtractorMessage): boolean {
  switch (messageId) {
    case 'ae-forgotten-export':
      return true;
    case 'tsdoc-undefined-tag':
      return !text.includes('"@since"');
    default:
      return category === ExtractorMessageCategory.Compiler;
  }
}

function configuration(folder: string, name: string, output: string): ExtractorConfig {
  const entry = join(folder, 'dist', `${name}.d.ts`);
  const warning = { default: { logLevel: ExtractorLogLevel.Warning } };

  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          extends: join(root, 'tsconfig.base.json'),
          // As a user's compiler sees it: the other packages too by their declarations.
          compilerOptions: { customConditions: [], types: ['node'] },
          files: [entry],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: 'api',
        reportFolder: output,
        reportTempFolder: join(output, 'temporary'),
      },
      docModel: { enabled: true, apiJsonFilePath: join(output, 'model.json') },
      messages: {
        compilerMessageReporting: warning,
        extractorMessageReporting: {
          ...warning,
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
        },
        tsdocMessageReporting: warning,
      },
    },
  });
}
