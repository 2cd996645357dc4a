/** Fields as forms call them, by their names in a request or configuration. A name that is not here is split into words. */
const fields: Readonly<Record<string, string>> = {
  url: 'URL',
  requestMethod: 'Method',
  rawContent: 'Body',
  listPath: 'List path',
  isList: 'List processing',
  firstPageOnly: 'Read this page only',
  type: 'Type',
  headers: 'Header',
  queries: 'Query parameter',
  variables: 'Variable',
  secrets: 'Secret',
  requestsPerSecond: 'Rate limit',
  timeouts: 'Time limits',
  firstByteSeconds: 'Response starts within',
  totalSeconds: 'Response ends within',
  responseFormat: 'Response format',
  redirectOrigins: 'Allowed redirects',
  success: 'Success criteria',
  statuses: 'Expected status',
  contentType: 'Expected content type',
  field: 'Response field',
  onlyChanged: 'Send only changes',
  keys: 'Idempotency-Key',
  unsent: 'Unsent records',
  guarantee: 'Interrupted sending',
  honoursKeys: 'Repeated requests',
  incrementalConfig: 'Read only changes',
  responsePathToHasMore: 'Path to "more records"',
  responsePathToEnd: 'Path to the end',
  responsePathToTotal: 'Path to the total',
  parameters: 'Value',
  operation: 'What to do',
  urlKey: 'Name in the URL',
  key: 'Name',
  tokenUrl: 'Token URL',
  clientId: 'Client ID',
  everySeconds: 'Interval',
  cron: 'Cron expression',
  sourcePath: 'Source field',
  targetPath: 'Target path',
  databaseConfig: 'Database',
  azureConfig: 'Azure Blob Storage',
  ruleId: 'Rule',
}
/** What a type is the type of. */
const types: Readonly<Record<string, string>> = {
  paginationConfig: 'Paging',
  listConfig: 'List reading',
  auth: 'Authentication',
  operation: 'What to do',
}
const sections: Readonly<Record<string, string>> = {
  trigger: 'Schedule',
  source: 'Source',
  destination: 'Destination',
  enrichment: 'Enrichment',
  dataMapping: 'Mapping',
  connector: 'Profile',
}

const startsShort = (name: string) => /^[A-Z]{2}/.test(name)
const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

export const fieldNameMessages = {
  fields,
  types,
  sections,
  /** Say nothing that the field inside them does not say. */
  around: ['listConfig', 'paginationConfig', 'outputConfig', 'body', 'lookup', 'auth', 'operation'] as readonly string[],
  of: (section: string, field: string) => `${section}: ${field}`,
  along: (section: string, field: string) => `${section}, ${startsShort(field) ? field : lowered(field)}`,
  /** An abbreviation stays as it is. */
  inside: (field: string) => (startsShort(field) ? field : lowered(field)),
}
