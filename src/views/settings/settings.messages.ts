/** What the page System Settings says around its tabs. */
export const settingsPageMessages = {
  page: 'System Settings',
  sections: 'System settings sections',
  loading: 'Loading…',
}
