/** What the tab Login History says besides the texts of the specification. */
export const loginHistoryMessages = {
  name: 'sign-ins',
  tabs: 'Whose sign-ins',
  none: 'No sign-ins',
  noneHere: 'No sign-in fits these filters. Change or clear them.',
  result: 'Status',
  results: { '': 'Any status', true: 'Successful', false: 'Failed' },
  success: 'Successful',
  failed: 'Failed',
  address: 'IP address starts with',
  from: 'From',
  to: 'To',
  action: 'Action',
  unknown: 'Unknown',
  disown: 'This was not me',
  confirm: {
    title: 'Was this sign-in not yours?',
    text: 'Your other sessions end within 5 seconds. Your report is in the audit log for administrators. Then you change your password.',
    confirm: 'Report and end sessions',
  },
  reported: 'Sign-in reported. Now change your password.',
}
