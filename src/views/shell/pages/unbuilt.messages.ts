/** What the pages say whose step is still to come: what will be here, and what one can do until then. */
const openDashboard = { label: 'Open the dashboard', path: '/dashboard' }
const account = { label: 'Read the Privacy Policy', path: '/privacy-policy' }

export const unbuiltMessages = {
  title: 'Not built yet',
  lead: 'This page is planned, and nothing on it is made up meanwhile.',
  here: 'What will be here',
  step: 'Which step brings it',
  meanwhile: 'What you can do meanwhile',
  parts: {
    account: {
      what: 'Your invoices, billing and payment, profile, notifications, team members, login history and second factor.',
      step: 'The account area',
      meanwhile: 'Until then your name, your plan and the theme stand in the profile menu at the top right.',
      go: account,
    },
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
    settings: {
      what: 'The settings of your company: branding, AI providers, retention, network, allowed addresses, security, notifications and API keys.',
      step: 'System settings',
      meanwhile: 'Until then maintenance can be switched through the API (PUT /api/maintenance), described at /openapi.json.',
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
