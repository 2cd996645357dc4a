import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** A connector as a file: out and in. */
export const takeAwayMessages = {
  export: 'Export',
  exporting: 'Exporting…',
  exportHint: 'The draft as a JSON file, without secrets and examples.',
  exported: (fileName: string) => `${fileName} is with your downloads.`,
  form: 'From a file',
  intro:
    'A file that somebody took out with Export. It is checked first: nothing is made and nobody is called before you take it in.',
  choose: 'Choose a file',
  drop: 'or drop it here, or paste its text below.',
  chosen: (fileName: string) => `Read from ${fileName}.`,
  text: 'Text of the file',
  check: 'Check the file',
  checking: 'Checking…',
  missing: 'Choose a file or paste its text.',
  takeIn: 'Take it in',
  takingIn: 'Taking it in…',
  cancel: 'Cancel',
  result: 'What the check says',
  good: (name: string | null) => (name === null ? 'It can be taken in.' : `“${name}” can be taken in.`),
  bad: counted({
    one: 'It cannot be taken in: # place is wrong.',
    other: 'It cannot be taken in: # places are wrong.',
  }),
  errors: 'What is wrong',
  warnings: 'What to look at',
  whole: 'the whole file',
  needs: 'What you fill in afterwards',
}
