/** What the page System Settings says around its tabs. */
export const settingsPageMessages = {
  page: 'System Settings',
  sections: 'Sections of the system settings',
  loading: 'Loading…',
}
