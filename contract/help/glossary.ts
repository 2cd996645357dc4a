/** The terms of Datacrane in one sentence each. The assistant reads them; longer texts are in the articles. */
import { failingErrorRate } from '../connectors/details/health.ts'

export type GlossaryTerm = {
  /** As it is written in the console. */
  readonly term: string
  /** What people call it, in lower case; the term itself and its plural need not be repeated. */
  readonly names?: readonly string[]
  readonly meaning: string
  /** Id of the article that says more. */
  readonly article?: string
}

export const glossary: readonly GlossaryTerm[] = [
  {
    term: 'connector',
    names: ['integration', 'sync'],
    meaning: 'moves records from one source to one destination.',
    article: 'faq-connectors-what',
  },
  { term: 'source', meaning: 'is the system that a connector reads records from.', article: 'builder-source' },
  {
    term: 'destination',
    names: ['target'],
    meaning: 'is the system that a connector sends records to.',
    article: 'builder-destination',
  },
  { term: 'record', names: ['row'], meaning: 'is one item that is read, such as one order.', article: 'faq-terms-record' },
  {
    term: 'run',
    names: ['execution'],
    meaning: 'is one pass of a connector. It reads records and sends them.',
    article: 'faq-terms-record',
  },
  { term: 'transaction', meaning: "is one record's path through a run, with its result.", article: 'faq-terms-record' },
  {
    term: 'webhook',
    names: ['hook', 'web hook'],
    meaning: 'is a URL of Datacrane that another system calls for each event. Each event starts a run.',
    article: 'setting-webhook-trigger',
  },
  { term: 'event', meaning: 'is a message that another system sends to a webhook.', article: 'setting-webhook-trigger' },
  { term: 'trigger', meaning: 'is what starts a run: a schedule, a webhook, a person or the API.', article: 'builder-profile' },
  {
    term: 'schedule',
    names: ['cron'],
    meaning: 'starts runs at fixed times, such as every 15 minutes.',
    article: 'setting-schedule',
  },
  {
    term: 'mapping',
    names: ['field mapping', 'data mapping'],
    meaning: 'defines which source field fills which destination field.',
    article: 'builder-mapping',
  },
  {
    term: 'transform',
    names: ['rule'],
    meaning: 'changes a value on its way, such as a date format.',
    article: 'setting-transforms',
  },
  {
    term: 'enrichment',
    names: ['lookup'],
    meaning: 'requests data for each record from another system and adds it before mapping.',
    article: 'setting-enrichment',
  },
  { term: 'draft', meaning: 'is a connector or a change that is saved but not deployed. It does not run.' },
  { term: 'version', meaning: 'is the configuration of a connector at one deployment. You can restore an earlier one.' },
  { term: 'deployment', names: ['deploy', 'deploying'], meaning: 'makes the draft of a connector live, as a new version.' },
  {
    term: 'dry run',
    names: ['dryrun', 'test run'],
    meaning: 'reads up to 10 real records and shows what would be sent. Nothing is sent.',
    article: 'faq-runs-test',
  },
  { term: 'replay', meaning: 'sends failed or chosen records again, through the live version.', article: 'faq-runs-replay' },
  {
    term: 'retry',
    meaning: 'repeats a failed request automatically, before the record counts as failed.',
    article: 'faq-runs-retry',
  },
  {
    term: 'alert',
    names: ['alarm'],
    meaning: 'warns about missing runs or data, unusual volume, or too many failures.',
    article: 'connector-alerts',
  },
  { term: 'healthy', meaning: 'means that nothing failed lately.', article: 'faq-terms-health' },
  {
    term: 'degraded',
    meaning: `means that something failed, but under ${failingErrorRate} % of the records or calls.`,
    article: 'faq-terms-health',
  },
  {
    term: 'failing',
    meaning: `means that ${failingErrorRate} % or more of the records or calls failed.`,
    article: 'faq-terms-health',
  },
  { term: 'delivered', names: ['success'], meaning: 'means that the destination confirmed the record.' },
  { term: 'failed', names: ['failure'], meaning: 'means that the record could not be delivered. You can send it again.' },
  {
    term: 'skipped',
    names: ['skip'],
    meaning: 'means that the record was not sent. An enrichment found nothing, or the record may have arrived before.',
  },
  { term: 'unknown', meaning: 'means that the destination returned no clear response. The record may have arrived.' },
  {
    term: 'left out',
    meaning: "means that the record doesn't meet the connector's filter, so it was not sent. Left-out records aren't charged.",
  },
  { term: 'unchanged', meaning: 'means that the same content was delivered before. The record was not sent again.' },
  { term: 'completed with errors', meaning: 'means that the run ended, but some of its records failed.' },
  { term: 'paused', names: ['pause'], meaning: 'means that a connector reads and sends nothing until you resume it.' },
  {
    term: 'API key',
    names: ['api token'],
    meaning: 'lets a program call the API of Datacrane in the name of a person.',
    article: 'settings-api-keys',
  },
  {
    term: 'rate limit',
    names: ['throttling', 'ratelimit'],
    meaning: 'is the number of requests that a system accepts in a time. Runs slow down and wait.',
    article: 'setting-rate-limit',
  },
  {
    term: 'cursor',
    meaning: 'is the value up to which a source was read. The next run continues there.',
    article: 'setting-cursor',
  },
  {
    term: 'pagination',
    names: ['paging', 'page'],
    meaning: 'is how a list is read in parts, one page after the other.',
    article: 'setting-paging',
  },
  {
    term: 'record key',
    names: ['key field', 'key', 'identifier'],
    meaning: 'is the field that identifies a record, such as an order number.',
    article: 'setting-record-key',
  },
  {
    term: 'template',
    names: ['library connector'],
    meaning: 'is a ready-made connector. You fill in your own URL and key.',
    article: 'connector-library',
  },
  { term: 'marketplace', meaning: 'is the part of the library with connectors that your company published.' },
  {
    term: 'studio',
    names: ['integration studio'],
    meaning: 'is where you inspect one connector: records, replays, configuration and health.',
  },
  {
    term: 'investigator',
    meaning: 'searches the records of one connector, by key, value or error.',
    article: 'studio-investigator',
  },
  { term: 'health score', meaning: 'is a number that sums up how well a connector works.', article: 'studio-health-score' },
  { term: 'latency', meaning: 'is the time from reading a record to its delivery.' },
  { term: 'throughput', meaning: 'is the number of records that are delivered in a time.' },
  { term: 'error rate', names: ['failure rate'], meaning: 'is the share of failed records among delivered and failed records.' },
  { term: 'payload', meaning: 'is the content of a record, as it was read or sent.' },
  { term: 'endpoint', meaning: 'is the URL of a system that records are read from or sent to.' },
  { term: 'outbox', meaning: 'holds records that wait to be delivered, so that no record is left out after an interruption.' },
  {
    term: 'cold ledger',
    names: ['cold week'],
    meaning: 'are older weeks of records that are stored in files. Datacrane reads them as usual.',
    article: 'settings-retention',
  },
  {
    term: 'retention policy',
    names: ['retention'],
    meaning: 'says after how many days logs, records and personal data are deleted.',
    article: 'settings-retention',
  },
  {
    term: 'audit log',
    names: ['audit trail'],
    meaning: 'lists who changed what, when and from where.',
    article: 'settings-audit',
  },
  {
    term: 'multi-factor authentication',
    names: ['mfa', '2fa', 'two-factor', 'two factor', 'two-factor authentication', 'second factor'],
    meaning: 'asks for a code at each sign-in, besides the password.',
    article: 'account-mfa',
  },
  { term: 'single sign-on', names: ['sso'], meaning: 'lets people sign in with the account of their company.' },
  {
    term: 'SCIM',
    names: ['provisioning'],
    meaning: 'lets your identity provider add and remove people automatically.',
    article: 'setting-provisioning',
  },
  {
    term: 'MCP',
    names: ['model context protocol'],
    meaning: 'lets AI tools ask Datacrane about your connectors.',
    article: 'setting-mcp',
  },
  {
    term: 'IP whitelisting',
    names: ['ip whitelist', 'allowlist'],
    meaning: 'lets people in from listed addresses only.',
    article: 'settings-ip-whitelist',
  },
  {
    term: 'plan',
    meaning: 'sets the price and the number of connectors, schedules, members and records.',
    article: 'setting-plan',
  },
  { term: 'sandbox', meaning: 'is a set of built-in demo systems that you can connect without an account.' },
]
