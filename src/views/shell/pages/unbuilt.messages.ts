/** What a page says in one line as long as it is not built. */
export const unbuiltMessages = {
  title: 'Not built yet',
  parts: {
    enterpriseLibrary: 'Connectors that an enterprise shares with all its companies will be here.',
  },
  go: 'Open the dashboard',
}
