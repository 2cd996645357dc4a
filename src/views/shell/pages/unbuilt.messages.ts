/** What the pages say whose step is still to come: what will be here, and what one can do until then. */
const openDashboard = { label: 'Open the dashboard', path: '/dashboard' }

export const unbuiltMessages = {
  title: 'Not built yet',
  lead: 'This page is planned, and nothing on it is made up meanwhile.',
  here: 'What will be here',
  step: 'Which step brings it',
  meanwhile: 'What you can do meanwhile',
  parts: {
    faq: {
      what: 'Short answers to what people ask most about connectors, mapping, billing and security.',
      step: 'The Help Center',
      meanwhile: 'Until then every error of the console says what happened and what can be done about it.',
      go: openDashboard,
    },
    help: {
      what: 'Help by topic, an assistant that answers from your own connectors, and the way to our support.',
      step: 'The Help Center',
      meanwhile: 'Until then every error of the console says what happened and what can be done about it.',
      go: openDashboard,
    },
    admin: {
      what: 'An overview for administrators: companies, their people, their connectors and what they use.',
      step: 'The Admin Console',
      meanwhile: 'Until then each administrator sees the connectors of their own company on the dashboard.',
      go: openDashboard,
    },
    customers: {
      what: 'The companies that use this Datacrane: their plan, their people and their state.',
      step: 'The Admin Console',
      meanwhile: 'Until then companies come into being by sign-up alone.',
      go: openDashboard,
    },
    enterpriseLibrary: {
      what: 'The connectors that an enterprise shares with all its companies.',
      step: 'The Admin Console',
      meanwhile: 'Until then connectors belong to their company alone.',
      go: openDashboard,
    },
  },
}
