export const unknownPageMessages = {
  title: 'Page not found',
  lead: 'The address may be mistyped, or the page was removed.',
  go: 'Go to the dashboard',
}
