/** What the command palette and the list of keys say. */
export const paletteMessages = {
  title: 'Go to a page, an action or a connector',
  field: 'Search',
  results: 'Results',
  kinds: { page: 'Pages', action: 'Actions', connector: 'Connectors' },
  loading: 'Loading connectors…',
  nothing: 'Nothing is called that.',
  more: (count: number) => `${count} more. Type on to narrow them down.`,
  retry: 'Retry',
  close: 'Close',
  themes: { light: 'Theme: Light', dark: 'Theme: Dark', system: 'Theme: System' },
  signOut: 'Sign Out',
  showKeys: 'Show the keys',
  keys: {
    title: 'Keys',
    list: [
      [['Ctrl K', '⌘ K'], 'Open and close the command palette'],
      [['?'], 'Show the keys'],
      [['↓', '↑'], 'Next and previous result or row'],
      [['Home', 'End'], 'First and last result or row'],
      [['Enter'], 'Open what is marked'],
      [['Escape'], 'Close what is open'],
      [['Tab'], 'Next control'],
    ] as readonly (readonly [readonly string[], string])[],
  },
}
