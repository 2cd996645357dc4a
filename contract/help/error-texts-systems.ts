/** What to do about errors of other systems, of records and of runs, written by hand. */
import type { ProblemCode } from '../kit/problem.ts'

export type ErrorText = { readonly text: readonly string[]; readonly words?: string; readonly related?: readonly string[] }

export const systemErrorTexts: Partial<Readonly<Record<ProblemCode, ErrorText>>> = {
  'egress/refused': {
    words: 'connect to server in our private network localhost internal intranet firewall 10.0.0.0 192.168',
    text: [
      'For safety, connectors only reach public addresses. This machine, private or reserved networks and closed ports are blocked.',
      '1. Check the URL for typing errors.',
      '2. For a system in a private network, request a private endpoint. The operator can also allow the network with EGRESS_ALLOW.',
    ],
    related: ['settings-network', 'builder-source'],
  },
  'gateway/unusable': {
    words: 'vpn configuration deleted switched off key refused proxy cloud-to-cloud off connector stops',
    text: [
      "This connector needs a VPN configuration (an outbound gateway) that can't be used. The message shows why. Datacrane never bypasses a gateway.",
      "- Deleted: choose another gateway in the system's step, or none, and deploy.",
      '- Off, or cloud-to-cloud is off: an administrator can switch it on under Network Connectivity.',
      '- Wrong user name or key: an administrator enters them again and tests the connection.',
    ],
    related: ['settings-network', 'builder-source'],
  },
  'gateway/failing': {
    words: 'vpn configuration proxy down 502 cannot be reached timeout socks5 connect',
    text: [
      "A system's gateway could not be reached or rejected the connection. The message names the step. Nothing was sent. We try again automatically.",
      '1. Ask an administrator to open System Settings, Network Connectivity and select Test connection. Each step shows its response.',
      "2. Ask the gateway's operators whether it is up and can reach the system.",
    ],
    related: ['settings-network', 'connector-problems'],
  },
  'source/unreachable': {
    words: 'cannot connect dns host down certificate tls ssl expired self-signed',
    text: [
      'Datacrane could not connect to the source. The host name may be unknown, the source down, or the connection blocked.',
      '1. Check the URL.',
      "2. Ask the source's operators whether it is up and accepts connections from this installation.",
      'We try again automatically.',
    ],
    related: ['builder-source', 'egress-refused'],
  },
  'source/timeout': {
    words: 'takes too long to answer slow',
    text: [
      'The source took too long. Request less data: smaller pages, a narrower query, or only changes. We try again automatically.',
    ],
    related: ['setting-paging', 'setting-cursor'],
  },
  'source/refused': {
    words: '401 403 404 400 unauthorized source rejects',
    text: [
      'The source rejected the request. Its response is shown above the message.',
      '- 200 with an error: the response body reports a failure, for example "ok": false. If it is not a failure, set a field under Success criteria.',
      '- 401 or 403: the authentication is wrong or expired.',
      '- 404: the URL is wrong.',
      '- 400 or 422: a parameter is wrong.',
    ],
    related: ['setting-authentication', 'builder-source'],
  },
  'source/not-json': {
    words: 'source sends html instead of json page',
    text: [
      'The response is not in the expected format. It is often a sign-in or error page. Check the URL and the authentication. If it is XML, CSV or in another encoding, set the response format in the Source step.',
    ],
    related: ['builder-source', 'setting-authentication', 'setting-response-format'],
  },
  'source/no-list': {
    words: 'no list found in the response path items array',
    text: [
      'The configured path contains no list. Send the test request again, then select the list. Or treat the whole response as one record.',
    ],
    related: ['setting-list-processing', 'builder-source'],
  },
  'source/page-loop': {
    words: 'pages repeat endless same page',
    text: [
      'The source returned the same page again, so the paging parameters have no effect. Select Try paging in the Source step. It reads three pages and suggests settings.',
    ],
    related: ['setting-paging'],
  },
  'source/page-limit': {
    words: 'too many pages',
    text: [
      'The run reached its page limit. The next run continues from there. To speed it up, read larger pages or only changes.',
    ],
    related: ['setting-paging', 'setting-cursor', 'faq'],
  },
  'source/incomplete': {
    words: 'records missing total fewer',
    text: [
      'The source declared more records than its pages contained. Start the run again. If it happens again, check the paging. A cursor is safer than an offset if records change during a run.',
    ],
    related: ['setting-paging'],
  },
  'destination/unreachable': {
    words: 'cannot connect destination down certificate tls ssl expired self-signed',
    text: [
      'Datacrane could not connect to the destination. Records wait, and we try again automatically. Undelivered records appear under Problems.',
    ],
    related: ['builder-destination', 'connector-problems'],
  },
  'destination/timeout': {
    words: 'unknown whether record arrived slow',
    text: [
      'The destination did not respond in time. It may have received the record.',
      'We only send the record again if a repeat is safe: with PUT or DELETE, or if the destination ignores a repeated Idempotency-Key. Otherwise, you decide whether to send it again.',
      'For a slow destination, raise the time limits under Advanced in the Destination step.',
    ],
    related: ['setting-delivery', 'destination-outcome-unknown'],
  },
  'destination/refused': {
    words: 'destination rejected record 422 400 unprocessable invalid',
    text: [
      'The destination rejected this record. Its response, shown first, usually names the field.',
      '- 200 with an error: the response body reports a failure, for example "ok": false.',
      "- 400 or 422: a value doesn't fit. Change the mapping, or the record in the source.",
      '- 401 or 403: the authentication is wrong.',
      '- 409: the record already exists.',
      'Then retry the failed records.',
    ],
    related: ['builder-mapping', 'studio-replay', 'connector-problems'],
  },
  'destination/several-found': {
    words: 'find create update duplicate several matches search',
    text: [
      'The search found more than one record in the destination, so nothing was changed. The message lists the first IDs.',
      '- Merge the records in the destination, then retry.',
      '- Or search by a unique field, or set "Result field to compare".',
      '- Or select Take the first under "If several are found".',
    ],
    related: ['setting-find', 'studio-replay', 'connector-problems'],
  },
  'destination/response-lost': {
    words: 'sent twice duplicate',
    text: [
      'The connection broke before a response arrived. The destination may have received the record.',
      'We only send the record again if a repeat is safe: with PUT or DELETE, or if the destination ignores a repeated Idempotency-Key. Otherwise, you decide whether to send it again.',
      'If a 200–299 status arrived before the connection broke, the record counts as delivered.',
    ],
    related: ['setting-delivery', 'destination-outcome-unknown'],
  },
  'destination/record-in-address': {
    words: 'id in the URL path placeholder update one item put patch',
    text: [
      'The destination URL contains {id}, :id or a variable for one item. No record field fills it, so all requests would go to the same URL.',
      '1. Open the destination step and select Update by URL or Delete.',
      '2. Write the placeholder in braces, such as {id}.',
      '3. Below the URL, select the field that fills it.',
    ],
    related: ['builder-destination', 'record-no-address'],
  },
  'record/no-address': {
    words: 'id missing empty URL path update delete put patch by address',
    text: [
      "Each record of this connector has its own URL or headers. A value for them is missing, too long or not allowed. Other records in the run aren't affected.",
      '1. Open the record and check the field in the message.',
      '2. Correct it in the source, or edit and retry the record.',
      '3. If the wrong field is selected, select another one below the destination URL.',
    ],
    related: ['builder-destination', 'studio-replay'],
  },
  'destination/outcome-unknown': {
    words: 'it is unknown whether the record arrived',
    text: [
      "The record may have arrived. We don't send it again automatically.",
      'This happens if the response is lost or lacks results for each record.',
      '1. Check whether the record is in the destination.',
      '2. If it is missing, replay it.',
    ],
    related: ['setting-delivery', 'studio-replay'],
  },
  'lookup/not-found': {
    words: 'enrichment nothing found customer missing',
    text: [
      "The other system has no result for this record's value. Check the value. Or set the enrichment to skip the record or continue without it.",
    ],
    related: ['setting-enrichment', 'builder-enrichment'],
  },
  'lookup/incomplete': {
    words: 'enrichment part of the list has more next page batch',
    text: [
      'The other system returned only part of its list, without this record. The record may still exist there.',
      '1. Check that the request filters by this value. The parameter name may be wrong.',
      '2. If the system limits its lists, use smaller batches, or one request per record.',
    ],
    related: ['setting-enrichment', 'builder-enrichment'],
  },
  'lookup/ambiguous': {
    words: 'enrichment found two customers more than one several',
    text: [
      "The other system returned several matches, and Datacrane doesn't guess. Request by a unique value such as an id, or set the match path.",
    ],
    related: ['setting-enrichment', 'builder-enrichment'],
  },
  'mapping/failed': {
    words: 'value does not fit date wrong format number text type',
    text: [
      "A value doesn't fit the destination field, such as text for a number. Add a transform, or a default for records without it.",
    ],
    related: ['setting-transforms', 'builder-mapping'],
  },
  'mapping/empty': {
    words: 'nothing delivered empty record',
    text: [
      'The record contains none of the mapped fields, so it would be empty. Compare the mapping paths with a real record in the Investigator.',
    ],
    related: ['builder-mapping', 'studio-investigator'],
  },
  'mapping/path-absent': {
    words: 'field is empty at the destination path missing renamed',
    text: [
      'No record of the run had a field at this path. It was renamed in the source, or the path has a typing error. Send the test request again and select the field.',
    ],
    related: ['builder-mapping', 'topic-mapping'],
  },
  'record/left-out': {
    words: 'filter left out not sent condition only records where missing record',
    text: [
      "The record doesn't meet the connector's filter, or no destination fits it, so it was not sent. The reason shows the value of the record. Left-out records are counted in every run. They aren't failures and aren't charged.",
      'To send the record, change the filter in the Mapping step and deploy. The next run sends the record if the source returns it again. Otherwise, replay the record and select "Also send skipped and left-out records".',
    ],
    related: ['setting-filter', 'builder-mapping', 'studio-replay'],
  },
  'group/value': {
    words: 'group sum total wrong value not a number too many values group failed not sent',
    text: [
      'A group is sent only if all its values can be used, so no wrong sum is sent. The reason names the first record that could not be added. For example, its amount may not be a number.',
      'Correct the record in the source, or leave it out with a filter. Then run the connector again.',
    ],
    related: ['setting-groups', 'setting-filter'],
  },
  'group/incomplete': {
    words: 'groups not complete none sent sum total source not read to the end stopped',
    text: [
      'Groups are sent after all records are read. This run ended earlier, or a record had no group, so none of its groups was sent. The reason says why.',
      'The next run reads all records again.',
    ],
    related: ['setting-groups'],
  },
  'record/unclear': {
    words: 'not sent again may have arrived unknown skipped',
    text: [
      'An earlier run sent this version of the record, and the outcome is unknown. Check the destination. If the record is missing there, replay it. If the record changes in the source, the next run sends it.',
    ],
    related: ['run-outcome-unknown', 'setting-only-changed', 'studio-replay'],
  },
  'ledger/cold': {
    words: 'old records archived weeks files parquet cold period too many',
    text: [
      'Older records may be in files instead of the database. Datacrane reads them as usual, up to 100,000 at a time. Choose a shorter period or a single run. To work with a whole week, ask the operator of your installation to restore it.',
      "If the message says that the files can't be read, ask your operator. The folder of the files, or the program that reads them, is missing.",
    ],
    related: ['settings-retention', 'studio-replay'],
  },
  'record/too-large': {
    words: 'bigger record size mb',
    text: [
      "One record is larger than the limit, so we can't deliver it. Other records are not affected. Leave out large fields in the source, or split the record.",
    ],
    related: ['faq', 'setting-list-processing'],
  },
  'hook/not-proved': {
    words: 'webhook answered with 401 signature secret sender',
    text: [
      "The sender's secret or signature is missing or wrong, or the signature is too old.",
      "1. Compare the last characters of the secret with those in the connector's Settings tab.",
      "2. If they differ, paste the sender's secret. Or rotate the secret and enter the new one in the sender.",
      '3. In the Source step, check who sends. Only the proof of that sender is accepted.',
      '4. The sample request in the Settings tab shows how to send an event.',
    ],
    related: ['setting-webhook-trigger', 'connector-settings'],
  },
  'replay/records-removed': {
    words: 'replay plan retention removed deleted waited',
    text: [
      "Retention removed the records of this plan, so they can't be sent. Plan again with newer records, or run the connector to read the source again.",
    ],
    related: ['settings-retention', 'studio-replay'],
  },
  'replay/not-kept': {
    words: 'replay impossible record is not kept retention',
    text: [
      'Only records with a stored original can be sent again. For this record, the connector stores no payloads, or they were removed. Run the connector instead.',
    ],
    related: ['settings-retention', 'setting-cursor'],
  },
  'run/nothing-delivered': {
    words: 'all records failed',
    text: [
      'All records of the run failed, usually for the same reason: expired authentication, a destination that is down, or a changed mapping. The Problems tab groups them.',
    ],
    related: ['connector-problems', 'topic-troubleshooting'],
  },
  'run/outcome-unknown': {
    words: 'unknown records arrived',
    text: [
      'Some records may or may not have arrived. The run page shows how many. Check the destination, then replay the missing ones.',
    ],
    related: ['setting-delivery', 'studio-replay'],
  },
}
