/** What the tab Audit Log says. `worklist.md` 2.A.4. */
export const auditMessages = {
  sub: 'Who changed what in your company, newest first',
  name: 'changes',
  none: 'No changes',
  noneHere: 'No change fits these filters. Change or clear them.',
  what: 'Action',
  anything: 'Any action',
  from: 'From',
  to: 'To',
  columns: { at: 'Time', action: 'Action', who: 'Who', target: 'What', address: 'IP address' },
  kinds: { person: 'Removed person', key: 'API key', system: 'Datacrane' },
  key: (name: string) => `${name} (API key)`,
  before: 'Before',
  after: 'After',
  noDetails: 'Nothing more is recorded of this action.',
  absent: '–',
} as const
