export const unknownPageMessages = {
  title: 'Page not found',
  lead: 'The address may be mistyped, or what stood here is gone.',
  go: 'Go to the dashboard',
}
