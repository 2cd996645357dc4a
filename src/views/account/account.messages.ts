/** What the page Account says around its tabs. */
export const accountMessages = {
  page: 'Account',
  sections: 'Account sections',
  loading: 'Loading…',
  refused: (tab: string) => `${tab} is for your company's administrators. Showing Info instead.`,
}
