import type { PagePath } from '../views/kit/pages.format.ts'
import { helpOf } from './help-of.ts'

const publishing = 'publish-connector'

/** Which article of the help is about a page. Tabs have articles of their own. */
export const pageHelp: Readonly<Record<PagePath, string>> = {
  '/': 'dashboard',
  '/dashboard': 'dashboard',
  '/details/:id': 'connector-overview',
  '/details/:id/runs/:runId': 'run',
  '/details/:id/studio': 'studio-universe',
  '/runs': 'runs',
  '/alarms': 'alerts',
  '/mockdemo': 'list-mode-demo',
  '/generate-public-connector/:fieldType': publishing,
  '/public/source-configuration': publishing,
  '/public/destination-configuration': publishing,
  '/public/data-mapping': publishing,
  '/public/integration-profile': publishing,
  '/public/public-integration': publishing,
  '/configure-public-connector/:fieldType/:id': 'library-connector',
  '/edit-public-connector-config/:fieldType/:id': publishing,
  '/edit-public-connector/:id': publishing,
  '/integration-setup': 'integration-setup',
  '/integration-engine': 'integration-engine',
  '/connector-library': 'connector-library',
  '/connector-library/:id': 'library-connector',
  '/your-marketplace': 'your-marketplace',
  '/your-connectors': 'your-marketplace',
  '/connections': 'connections',
  '/connections/:id': 'connections',
  '/connection-sign-in': 'connections',
  '/start-integration/integration-profile': 'builder-start',
  '/start-integration/:id': 'builder-profile',
  '/start-integration/:id/source-configuration': 'builder-source',
  '/start-integration/:id/destination-configuration': 'builder-destination',
  '/start-integration/:id/enrichment-configuration': 'builder-enrichment',
  '/start-integration/:id/enrichment-configuration/:enrichmentTitle/:enrichmentId': 'builder-enrichment',
  '/start-integration/:id/data-mapping': 'builder-mapping',
  '/start-integration/:id/review': 'builder-review',
  '/edit-integration/:id': 'builder-profile',
  '/edit-integration/data-mapping/:id': 'builder-mapping',
  '/edit-integration/integration-profile/:id': 'builder-profile',
  '/edit-integration/source-configuration/:id': 'builder-source',
  '/edit-integration/destination-configuration/:id': 'builder-destination',
  '/edit-integration/enrichment-configuration/:id': 'builder-enrichment',
  '/edit-integration/enrichment-configuration/:id/:enrichmentId': 'builder-enrichment',
  '/data-mapping/:id': 'builder-mapping',
  '/integration/:id': 'builder-profile',
  '/faq': 'faq',
  '/help-center': 'help-center',
  '/help-center/:article': 'help-center',
  '/account': 'account-info',
  '/system-settings': 'settings-company',
  '/admin': 'admin',
  '/admin/customers': 'customers',
  '/admin/customers/:id': 'customers',
  '/admin/enterprise-library': 'enterprise-library',
  '/kit': 'kit',
  '/inspector': 'inspector',
  '/outbox': 'outbox',
  '/support-requests': 'support-requests',
}

const byAddress = new Map(Object.entries(pageHelp).map(([path, article]) => [helpOf(path as PagePath), article]))

/** The article of an address: its own, or the one about a page. */
export const articleAt = (address: string) => byAddress.get(address) ?? address
