import type { FileCut } from '#contract/connectors/runs/record-file.ts'

/** A file of transactions, while it is written and after. */
export const recordFileMessages = {
  cancel: 'Cancel the export',
  saving: 'Writing the file… It can contain up to 100,000 records.',
  saved: (name: string, size: string) => `${name} (${size}) downloaded.`,
  cut: {
    records: 'Only the first 100,000 records are in the file. Choose a shorter period, a status or another search.',
    pages: 'The search was too broad for one file. Choose a shorter period or a rarer word.',
  } satisfies Record<FileCut, string>,
}
