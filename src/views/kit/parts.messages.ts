/** What small parts of every page say: ids to copy, messages that pass. */
export const partMessages = {
  remaining: (time: string) => `The code works for ${time} more.`,
  copyId: { run: 'Copy the id of this run', transaction: 'Copy the id of this transaction' },
  copy: (id: string) => `Copy ${id}`,
  copied: 'Copied',
  notCopied: (id: string) => `Your browser did not let us copy. The id is ${id}`,
  messages: 'Messages',
  dismiss: 'Dismiss message',
  breadcrumb: 'Breadcrumb',
  to: 'to',
  now: 'now',
  ago: (span: string) => `${span} ago`,
  ahead: (span: string) => `in ${span}`,
  export: 'Export CSV',
  stopExport: 'Stop the export',
  chain: {
    whole: (rows: string, of: string) => `Record unbroken: ${rows} ${of} since`,
    empty: 'Nothing is recorded yet.',
    broken: (of: string) => `The record of ${of} was changed`,
    brokenAt: (row: string) => `Row ${row} was changed or removed in the database. Tell the operator of this installation.`,
  },
}
