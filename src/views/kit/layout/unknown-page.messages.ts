export const unknownPageMessages = {
  title: 'Page not found',
  lead: 'Check the address. The page may have been removed.',
  go: 'Go to the dashboard',
}
