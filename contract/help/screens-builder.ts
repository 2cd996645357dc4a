/** Articles of the steps in which a connector is built. */
import { productLimits } from '../connectors/config/product-limits.ts'
import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const screens = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'screen', ...each }))

export const builderArticles = screens([
  {
    id: 'builder-start',
    title: 'New integration',
    words: 'create first connector begin wizard build',
    href: '/start-integration/integration-profile',
    text: [
      'Say how the connector starts (on a schedule, by webhook or by hand) and give it a name. Then go through its steps: Profile, Source, Destination, Enrichment, Mapping, Review. Every change is saved automatically, and nothing is live before you deploy it.',
    ],
    related: ['topic-integration', 'builder-source', 'builder-review'],
  },
  {
    id: 'builder-profile',
    title: 'Step Profile: name and how it starts',
    words: 'trigger schedule start by hand webhook rename description',
    text: ['How the connector starts (a schedule, a webhook, or a person), its name and its description.'],
    related: ['setting-schedule', 'setting-webhook-trigger'],
  },
  {
    id: 'builder-source',
    title: 'Step Source: where records come from',
    words: 'connect read api url database query bearer token authentication test request server postgres',
    text: [
      'Choose the kind of system, enter its URL and authentication, and send the test request. The response shows the fields that you can map.',
      '- If the response contains a list, say whether each item is a separate record.',
      '- If the list has pages, set up paging: it is proposed with three pages that were really read.',
    ],
    related: [
      'setting-authentication',
      'setting-list-processing',
      'setting-record-key',
      'setting-paging',
      'setting-cursor',
      'source-unreachable',
    ],
  },
  {
    id: 'builder-destination',
    title: 'Step Destination: where records go',
    words: 'target send write post put table batch items at a time',
    text: [
      'Choose the kind of system, enter its address, method and authentication.',
      '- Say which answer counts as a delivery, if not every answer of 200 to 299 does.',
      '- Choose what happens if a run is interrupted while sending.',
    ],
    related: ['setting-delivery', 'setting-authentication', 'destination-refused'],
  },
  {
    id: 'builder-enrichment',
    title: 'Step Enrichment: look something up for each record',
    words: 'enrichment enrich lookup look-up join other system add customer data while the record passes complete',
    text: [
      `An enrichment asks another system for something about each record and adds it before the mapping. A connector has at most ${productLimits.enrichments} of them, made from the top to the bottom.`,
      '- Choose what is sent of the record, where the found value is put, and what happens when nothing is found.',
      '- One request for a batch of records is quicker than one for each, where the other system can do it.',
    ],
    related: ['setting-enrichment', 'lookup-not-found', 'lookup-ambiguous'],
  },
  {
    id: 'builder-mapping',
    title: 'Step Mapping: which field fills which',
    words: 'fields assign columns join first name last name combine suggestion canvas table',
    text: [
      'Each line fills one field of the destination. Suggestions name their reason; nothing is mapped before you take it over.',
      '- A transform changes the value on its way. It opens beside the table with a preview of real records; a saved one can be changed and renamed.',
      '- Check mapping asks the server. The column "Example: in → out" shows a real value.',
    ],
    related: ['topic-mapping', 'setting-transforms', 'mapping-failed'],
  },
  {
    id: 'builder-review',
    title: 'Step Review: check, dry run, deploy',
    words: 'publish go live activate validation test',
    text: [
      'The last look: what will be deployed, whether it is valid, and what a dry run of real records would send. Nothing is sent to the destination before you press Deploy.',
    ],
    related: ['connector-invalid', 'connector-deploy-failed', 'egress-refused'],
  },
])
