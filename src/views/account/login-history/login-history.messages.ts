/** What the tab Login History says besides the texts of the specification. */
export const loginHistoryMessages = {
  name: 'sign-ins',
  tabs: 'Whose sign-ins',
  none: 'No sign-ins',
  noneHere: 'No matching sign-ins. Change or clear the filters.',
  result: 'Status',
  results: { '': 'Any status', true: 'Successful', false: 'Failed' },
  success: 'Successful',
  failed: 'Failed',
  address: 'IP address starts with',
  from: 'From',
  to: 'To',
  action: 'Action',
  unknown: 'Unknown',
  disown: "This wasn't me",
  confirm: {
    title: "Wasn't this you?",
    text: "Your other sessions end within 5 seconds. Administrators see your report in the audit log. Next, you'll change your password.",
    confirm: 'Report and end sessions',
  },
  reported: 'Sign-in reported. Change your password now.',
}
