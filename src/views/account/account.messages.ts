/** What the page Account says around its tabs. */
export const accountMessages = {
  page: 'Account',
  sections: 'Sections of the account',
  loading: 'Loading…',
}
