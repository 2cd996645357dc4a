export const unknownPageMessages = {
  title: 'There is nothing at this address',
  lead: 'The address may be mistyped, or what stood here is gone.',
  go: 'Go to the dashboard',
}
