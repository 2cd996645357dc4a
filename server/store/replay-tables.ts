/** The rows of records as they were read, as `tables.ts` has the others. */

export type ReplayTables = {
  read_pages: {
    company_id: string
    connector_id: string
    run_id: string
    number: number
    read_at: Date
    body: Buffer
    terms: Buffer
  }
}
