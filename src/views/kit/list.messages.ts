/** What every list and table says; `name` is what is listed, in the plural. */
export const listMessages = {
  retry: 'Retry',
  refresh: (name: string) => `Refresh ${name}`,
  loading: (name: string) => `Loading ${name}…`,
  age: (age: string) => `Last updated ${age} ago.`,
  pagesOf: (name: string) => `Pages of ${name}`,
  nothingHere: (total: string) => `Nothing on this page of ${total}`,
  part: (first: string, last: string, total: string) => `${first === last ? first : `${first}–${last}`} of ${total}`,
  newer: 'Newer',
  older: 'Older',
  previous: 'Previous page',
  next: 'Next page',
  pageNumber: (page: string) => `Page ${page}`,
}
