/** What is said where a person proves themselves again. */
export const stepUpMessages = {
  password: 'Your password',
  noPassword: 'I use single sign-on and have no password',
  code: 'Code',
  orRecovery: 'You can also use a recovery code.',
  cancel: 'Cancel',
  working: 'Working…',
}
