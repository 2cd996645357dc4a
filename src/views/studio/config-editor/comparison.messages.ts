import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** A configuration beside the live one on the same records. */
export const comparisonMessages = {
  name: 'Result for recent records',
  records: 'Records with different results',
  comparing: 'Comparing both versions on recent records. Nothing is sent…',
  compared: (changes: { readonly all: number; readonly differs: number; readonly fails: number; readonly works: number }) => {
    const { all, differs, fails, works } = changes
    if (all === 0) return 'No records to compare yet.'
    const of = `Of the last ${all === 1 ? 'record' : `${all} records`}`
    const said = [
      ...(fails > 0 ? [`${fails} now ${fails === 1 ? 'fails' : 'fail'}`] : []),
      ...(differs > 0 ? [`${differs} ${differs === 1 ? 'comes' : 'come'} out differently`] : []),
      ...(works > 0 ? [`${works} that failed now ${works === 1 ? 'works' : 'work'}`] : []),
    ]
    return said.length === 0 ? `${of}, with no differences.` : `${of}, ${said.join(', ')}.`
  },
  triedFirst: (all: number, fails: number) =>
    all === 0
      ? 'No records to compare yet.'
      : `Compared the last ${all === 1 ? 'record' : `${all} records`}: ${fails === 0 ? 'none fails' : `${fails} ${fails === 1 ? 'fails' : 'fail'}`}.`,
  notKept: counted({
    one: '# newer record could not be compared: its original is not stored.',
    other: '# newer records could not be compared: their originals are not stored.',
  }),
  record: (key: string) => `Record ${key}`,
  changes: { same: 'Same', differs: 'Differs', fails: 'Now fails', works: 'Now works', new: 'New' },
  outcomes: { mapped: 'Mapped', 'left-out': 'Left out', skipped: 'Skipped', failed: 'Failed' },
  asRead: 'As read',
  before: (live: string) => `Version ${live}`,
  after: 'This text',
}
