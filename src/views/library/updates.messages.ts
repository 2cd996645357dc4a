import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')
const changes = counted({ one: '# change', other: '# changes' })

/** What is said of new versions of what connectors were started from. */
export const updatesMessages = {
  title: 'New versions',
  name: 'new versions',
  version: (publisher: string, revision: number) => `version ${revision} by ${publisher}`,
  changes: (count: number, from: number) => `${changes(count)} since version ${from}`,
  change: (before: string, after: string) => `${before} → ${after}`,
  absent: 'not set',
  stays: 'also changed here, so it stays unchanged',
  accept: 'Take over',
  keep: 'Keep as it is',
  acceptTitle: 'Take over the new version?',
  acceptText: 'It is written into the drafts of these connectors. The live versions do not change until you deploy the drafts.',
  keepTitle: 'Keep your connectors as they are?',
  keepText: 'This version is not offered to these connectors again. A later one is.',
  accepted: 'The drafts have the new version',
  kept: 'The connectors stay as they are',
}
