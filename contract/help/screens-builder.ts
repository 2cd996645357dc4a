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
      'Choose a name and how the connector starts: on a schedule, by webhook or manually. Then complete the steps Profile, Source, Destination, Enrichment, Mapping and Review. Changes are saved automatically and only go live when you deploy.',
    ],
    related: ['topic-integration', 'builder-source', 'builder-review'],
  },
  {
    id: 'builder-profile',
    title: 'Step Profile: name and how it starts',
    words: 'trigger schedule start by hand webhook rename description',
    text: ["The connector's name, description and start: a schedule, a webhook or a person."],
    related: ['setting-schedule', 'setting-webhook-trigger'],
  },
  {
    id: 'builder-source',
    title: 'Step Source: where records come from',
    words: 'connect read api url database query bearer token authentication test request server postgres',
    text: [
      'Choose the kind of system. Enter its URL and authentication, then send the test request. The response shows the fields that you can map.',
      '- If the response contains a list, choose whether each item is a separate record.',
      '- If the list has pages, set up paging. Datacrane suggests settings and tests them with three pages.',
    ],
    related: [
      'setting-authentication',
      'setting-list-processing',
      'setting-response-format',
      'setting-record-key',
      'setting-paging',
      'setting-cursor',
      'source-unreachable',
    ],
  },
  {
    id: 'builder-destination',
    title: 'Step Destination: where records go',
    words: 'target send write post put table batch items at a time afterwards second request write back new id source',
    text: [
      'Choose the kind of system and enter its URL, method and authentication.',
      '- Select an operation: send, update or delete records, or your own request.',
      '- Under Follow-up request, add a second request per delivered record. It can write the new ID back to the source. If it fails, the record stays delivered, and you can retry only this request.',
      '- A database can also run your own statement per record, with :name for a mapped field.',
      '- Request preview shows the requests for a sample record. Nothing is sent.',
      '- Choose which responses count as a delivery. By default, 200 to 299 do.',
      '- Choose what happens if a run is interrupted while sending.',
    ],
    related: ['setting-delivery', 'setting-record-url', 'setting-authentication', 'destination-refused'],
  },
  {
    id: 'builder-enrichment',
    title: 'Step Enrichment: add data to each record',
    words: 'enrichment enrich lookup look-up join other system add customer data while the record passes complete',
    text: [
      `An enrichment adds data from another system to each record, before mapping. A connector can have up to ${productLimits.enrichments} enrichments, which run from top to bottom.`,
      '- Choose which values to send and where to store the result. Also choose what happens without a result.',
      '- One request per batch is faster than one per record, if supported.',
    ],
    related: ['setting-enrichment', 'lookup-not-found', 'lookup-ambiguous'],
  },
  {
    id: 'builder-mapping',
    title: 'Step Mapping: which field fills which',
    words: 'fields assign columns join first name last name combine suggestion canvas table',
    text: [
      'Each mapping fills one destination field. Suggestions come with a reason and apply only after you accept them.',
      '- A transform changes the value on its way. It opens beside the table with a preview of real records. You can edit and rename saved transforms.',
      '- Check mapping validates it on the server. The column "Example: in → out" shows a real value.',
    ],
    related: ['topic-mapping', 'setting-transforms', 'mapping-failed'],
  },
  {
    id: 'builder-review',
    title: 'Step Review: check, dry run, deploy',
    words: 'publish go live activate validation test',
    text: [
      'The last check: what you deploy, whether it is valid, and a dry run. Nothing is sent to the destination until you deploy.',
    ],
    related: ['connector-invalid', 'connector-deploy-failed', 'egress-refused'],
  },
])
