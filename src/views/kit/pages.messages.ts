import { menuTitles } from './menu.messages.ts'

/** What each page inside is called: in the window's title, in the header and in the menu. By the path that leads to it. */
export const pageTitles = {
  ...menuTitles,
  '/': 'Dashboard',
  '/details/:id': 'Connector',
  '/details/:id/runs/:runId': 'Run',
  '/details/:id/studio': 'Integration Studio',
  '/connections/:id': 'Connection',
  '/runs': 'All runs',
  '/alarms': 'Alerts',
  '/mockdemo': 'List mode demo',
  '/kit': 'Kit',

  '/generate-public-connector/:fieldType': 'New public connector',
  '/public/source-configuration': 'Public connector: source',
  '/public/destination-configuration': 'Public connector: destination',
  '/public/data-mapping': 'Public connector: data mapping',
  '/public/integration-profile': 'Public connector: profile',
  '/public/public-integration': 'Public connector: publish',
  '/configure-public-connector/:fieldType/:id': 'Configure public connector',
  '/edit-public-connector-config/:fieldType/:id': 'Edit public connector configuration',
  '/edit-public-connector/:id': 'Edit public connector',

  '/connection-sign-in': 'Sign-in to a system',
  '/connector-library/:id': 'Library connector',
  '/your-connectors': 'Your Marketplace',

  '/start-integration/integration-profile': 'New integration: profile',
  '/start-integration/:id': 'New integration',
  '/start-integration/:id/source-configuration': 'New integration: source',
  '/start-integration/:id/destination-configuration': 'New integration: destination',
  '/start-integration/:id/enrichment-configuration': 'New integration: enrichment',
  '/start-integration/:id/enrichment-configuration/:enrichmentTitle/:enrichmentId': 'New integration: enrichment',
  '/start-integration/:id/data-mapping': 'New integration: data mapping',
  '/start-integration/:id/review': 'New integration: review',

  '/edit-integration/:id': 'Edit integration',
  '/edit-integration/data-mapping/:id': 'Edit integration: data mapping',
  '/edit-integration/integration-profile/:id': 'Edit integration: profile',
  '/edit-integration/source-configuration/:id': 'Edit integration: source',
  '/edit-integration/destination-configuration/:id': 'Edit integration: destination',
  '/edit-integration/enrichment-configuration/:id': 'Edit integration: enrichment',
  '/edit-integration/enrichment-configuration/:id/:enrichmentId': 'Edit integration: enrichment',
  '/data-mapping/:id': 'Data mapping',
  '/integration/:id': 'Integration builder',

  '/help-center/:article': 'Help article',

  '/admin/customers': 'Customers',
  '/admin/customers/:id': 'Customer',
  '/admin/enterprise-library': 'Enterprise Library',
}
