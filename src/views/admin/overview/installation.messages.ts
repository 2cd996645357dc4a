/** What is said of the switches of the installation. */
export const installationMessages = {
  title: 'Installation',
  name: 'switches of the installation',
  signUp: 'Public sign-up',
  signUps: { open: 'Open', closed: 'Closed' },
  closedByEnvironment: 'Closed by PUBLIC_SIGN_UP',
  domains: 'May sign up',
  everyDomain: 'Every email address',
  maintenance: 'Maintenance',
  off: 'Off',
  on: 'On, all companies',
  change: 'Change',
  dialog: {
    title: 'Switches of the installation',
    domains: 'Email domains that may sign up',
    domainsHint: 'One per line, such as example.com. Empty: every email address. Invitations are not affected.',
    maintenance: 'Maintenance of all companies',
    maintenanceHint:
      'What people read while it is on. Empty: off. Users are kept out and no run starts; administrators can sign in, and runs that are under way end.',
    save: 'Save',
    done: 'Switches saved',
  },
}
