import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** A connector as a file: export and import. */
export const takeAwayMessages = {
  export: 'Export',
  exporting: 'Exporting…',
  exportHint: 'Downloads the draft as JSON, without secrets and examples.',
  exported: (fileName: string) => `${fileName} was downloaded.`,
  form: 'From a file',
  intro: 'Import an exported connector file. We check the file first. Nothing is created until you import it.',
  choose: 'Select a file',
  drop: 'or drop it here, or paste its text below.',
  chosen: (fileName: string) => `Read from ${fileName}.`,
  text: 'File content',
  check: 'Check file',
  checking: 'Checking…',
  missing: 'Select a file or paste its text.',
  takeIn: 'Import',
  takingIn: 'Importing…',
  cancel: 'Cancel',
  result: 'Check result',
  good: (name: string | null) => (name === null ? 'You can import this file.' : `You can import “${name}”.`),
  bad: counted({
    one: "The file can't be imported: # error.",
    other: "The file can't be imported: # errors.",
  }),
  errors: 'Errors',
  warnings: 'Warnings',
  whole: 'the whole file',
  needs: 'Enter after import',
}
