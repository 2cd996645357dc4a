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
  keep: 'Keep unchanged',
  acceptTitle: 'Use the new version?',
  acceptText: 'This changes the drafts of these connectors. Live versions stay until you deploy the drafts.',
  keepTitle: 'Keep your connectors unchanged?',
  keepText: "We won't offer this version for these connectors again. We'll still offer later versions.",
  accepted: 'Drafts updated',
  kept: 'Connectors left unchanged',
}
