/** What the first visit says. */
export const setupMessages = {
  title: 'Set up Datacrane',
  intro: 'No one is here yet. You become the operator: you manage this Datacrane and its first company.',
  form: 'Set up',
  token: 'Setup token',
  tokenHint: 'It was printed where this Datacrane was started.',
  companyName: 'Company',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  submit: 'Set up',
  submitting: 'Setting up…',
  missing: 'Fill in every field; the password must fit its rules.',
  cancel: 'Cancel',
  signIn: 'Sign in',
}
