/** What the page Account says around its tabs. */
export const accountMessages = {
  page: 'Account',
  sections: 'Sections of the account',
  loading: 'Loading…',
  refused: (tab: string) => `${tab} is for administrators of your company. You see Info instead.`,
}
