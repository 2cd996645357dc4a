import type { FileCut } from '#contract/connectors/runs/record-file.ts'

/** A file of transactions, while it is written and after. */
export const recordFileMessages = {
  cancel: 'Cancel the export',
  saving: 'Writing the file… It holds at most 100,000 records.',
  saved: (name: string, size: string) => `${name} (${size}) was handed to the browser.`,
  cut: {
    records:
      'It was cut: it holds the first 100,000 records, and there are more. Choose a shorter time, a status or another search.',
    pages: 'It was cut: not everything could be searched for it. Choose a shorter time or search for a rarer word.',
  } satisfies Record<FileCut, string>,
}
