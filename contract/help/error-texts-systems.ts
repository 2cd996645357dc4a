/** What to do about errors of other systems, of records and of runs, written by hand. */
import type { ProblemCode } from '../kit/problem.ts'
import type { ErrorText } from './error-texts.ts'

export const systemErrorTexts: Partial<Readonly<Record<ProblemCode, ErrorText>>> = {
  'egress/refused': {
    words: 'connect to server in our private network localhost internal intranet firewall 10.0.0.0 192.168',
    text: [
      'For safety, connectors reach public addresses only. This machine, private or reserved networks and closed ports are refused.',
      '1. Check the address for a typing error.',
      '2. For a system in a private network, request a private endpoint. The operator can also allow the network with EGRESS_ALLOW.',
    ],
    related: ['settings-network', 'builder-source'],
  },
  'gateway/unusable': {
    words: 'vpn configuration deleted switched off key refused proxy cloud-to-cloud off connector stops',
    text: [
      'A system of the connector is reached through a VPN configuration (an outbound gateway) that cannot be used. The message says why. Datacrane never bypasses a gateway.',
      '- Deleted: choose another one in the step of the system, or none, and deploy.',
      '- Switched off, or cloud-to-cloud is off: an administrator switches it on under Network Connectivity.',
      '- It refuses the user name or the key: an administrator enters them again and tests the connection.',
    ],
    related: ['settings-network', 'builder-source'],
  },
  'gateway/failing': {
    words: 'vpn configuration proxy down 502 cannot be reached timeout socks5 connect',
    text: [
      'The gateway of a system could not be reached, or refused the connection; the message names the step. Nothing was sent without it. It is tried again automatically.',
      '1. An administrator opens System Settings, Network Connectivity and presses Test connection: each step shows its answer.',
      '2. Ask the people who run the gateway whether it is up and may reach the system.',
    ],
    related: ['settings-network', 'connector-problems'],
  },
  'source/unreachable': {
    words: 'cannot connect dns host down certificate tls ssl expired self-signed',
    text: [
      'Datacrane could not connect to the source: its name is unknown, it is down, or a firewall blocks the way.',
      '1. Check the address.',
      '2. Ask the people who run the source whether it is up and lets this installation in.',
      'It is tried again automatically.',
    ],
    related: ['builder-source', 'egress-refused'],
  },
  'source/timeout': {
    words: 'takes too long to answer slow',
    text: [
      'The source took too long. Request less at once: a smaller page, a narrower query, or only changes. It is tried again automatically.',
    ],
    related: ['setting-paging', 'setting-cursor'],
  },
  'source/refused': {
    words: '401 403 404 400 unauthorized source rejects',
    text: [
      'The source refused the request. You see its response above the message.',
      '- 200 with an error: the response reports a failure in its body, for example "ok": false. If it is not a failure, set a field under Success criteria.',
      '- 401 or 403: the authentication is wrong or has expired.',
      '- 404: the address is wrong.',
      '- 400 or 422: a parameter is wrong.',
    ],
    related: ['setting-authentication', 'builder-source'],
  },
  'source/not-json': {
    words: 'source sends html instead of json page',
    text: [
      'The answer is not JSON: often it is a sign-in page or an error page. Check the address and the authentication, and whether the source needs the header Accept: application/json.',
    ],
    related: ['builder-source', 'setting-authentication'],
  },
  'source/no-list': {
    words: 'no list found in the response path items array',
    text: [
      'There is no list at the configured path. Send the test request again and select the list, or set that the whole response is one record.',
    ],
    related: ['setting-list-processing', 'builder-source'],
  },
  'source/page-loop': {
    words: 'pages repeat endless same page',
    text: [
      'The source returned the same page again, so the paging parameters have no effect. Press Try paging in the Source step: it reads three pages and proposes what works.',
    ],
    related: ['setting-paging'],
  },
  'source/page-limit': {
    words: 'too many pages',
    text: [
      'The run reached its limit of pages. The next run continues where this one stopped. To speed it up, read larger pages or only changes.',
    ],
    related: ['setting-paging', 'setting-cursor', 'faq'],
  },
  'source/incomplete': {
    words: 'records missing total fewer',
    text: [
      'The source declared more records than its pages contained. Start the run again. If it happens again, check the paging: a cursor is safer than an offset if records change in the meantime.',
    ],
    related: ['setting-paging'],
  },
  'destination/unreachable': {
    words: 'cannot connect destination down certificate tls ssl expired self-signed',
    text: [
      'Datacrane could not connect to the destination. Records wait and are tried again automatically. What cannot be delivered is listed under Problems.',
    ],
    related: ['builder-destination', 'connector-problems'],
  },
  'destination/timeout': {
    words: 'unknown whether record arrived slow',
    text: [
      'The destination did not respond in time. It may have taken the record.',
      'The record is sent again only if a repeat has no second effect. That is so with PUT or DELETE, or if the destination ignores a repeated Idempotency-Key. Otherwise it is sent only once, and you decide whether to send it again.',
      'If the destination is just slow, raise its time limits under Advanced in the step Destination.',
    ],
    related: ['setting-delivery', 'destination-outcome-unknown'],
  },
  'destination/refused': {
    words: 'destination rejected record 422 400 unprocessable invalid',
    text: [
      'The destination refused this record. You see its response first. It usually names the field.',
      '- 200 with an error: the response reports a failure in its body, for example "ok": false.',
      '- 400 or 422: a value does not fit. Change the mapping, or the record at its source.',
      '- 401 or 403: the authentication is wrong.',
      '- 409: the record exists already.',
      'Then replay the failed records.',
    ],
    related: ['builder-mapping', 'studio-replay', 'connector-problems'],
  },
  'destination/response-lost': {
    words: 'sent twice duplicate',
    text: [
      'The connection broke before a response arrived. The destination may have taken the record.',
      'The record is sent again only if a repeat has no second effect. That is so with PUT or DELETE, or if the destination ignores a repeated Idempotency-Key. Otherwise it is sent only once, and you decide whether to send it again.',
      'If a status from 200 to 299 arrived before the connection broke, the record counts as delivered.',
    ],
    related: ['setting-delivery', 'destination-outcome-unknown'],
  },
  'destination/record-in-address': {
    words: 'id in the URL path placeholder update one item put patch',
    text: [
      'The destination URL contains {id}, :id or a variable that names one item. All requests would go to the same address. Use an operation whose URL is fixed. Send the key in the body, for example with an upsert.',
    ],
    related: ['builder-destination'],
  },
  'destination/outcome-unknown': {
    words: 'it is unknown whether the record arrived',
    text: [
      'The record may have arrived, and it is not sent again automatically.',
      'This happens if the response is lost or does not show the result of each record.',
      '1. Check whether the record is in the destination.',
      '2. If it is not, replay it.',
    ],
    related: ['setting-delivery', 'studio-replay'],
  },
  'lookup/not-found': {
    words: 'enrichment nothing found customer missing',
    text: [
      'The other system found nothing for the value of this record. Check the value, or choose in the enrichment that the record is skipped or continues without it.',
    ],
    related: ['setting-enrichment', 'builder-enrichment'],
  },
  'lookup/incomplete': {
    words: 'enrichment part of the list has more next page batch',
    text: [
      'The other system returned only part of its list, without this record. The record may still exist there.',
      '1. Check that the request filters by this value. The name of the parameter may be wrong.',
      '2. If the system limits its lists, use smaller batches, or one request per record.',
    ],
    related: ['setting-enrichment', 'builder-enrichment'],
  },
  'lookup/ambiguous': {
    words: 'enrichment found two customers more than one several',
    text: [
      'The other system gave more than one match, and none is guessed. Ask with a value that is unique, such as an id, or set the match path.',
    ],
    related: ['setting-enrichment', 'builder-enrichment'],
  },
  'mapping/failed': {
    words: 'value does not fit date wrong format number text type',
    text: [
      'A value does not fit the destination field, such as a text for a number. Add a rule that changes it, or a default for records without it.',
    ],
    related: ['setting-transforms', 'builder-mapping'],
  },
  'mapping/empty': {
    words: 'nothing delivered empty record',
    text: [
      'The record has none of the mapped fields, so nothing would be left of it. Compare the paths of the mapping with a real record in the Investigator.',
    ],
    related: ['builder-mapping', 'studio-investigator'],
  },
  'mapping/path-absent': {
    words: 'field is empty at the destination path missing renamed',
    text: [
      'No record of the run had a field at this path: it was renamed at the source, or the path has a typing error. Send the test request again and select the field again.',
    ],
    related: ['builder-mapping', 'topic-mapping'],
  },
  'record/unclear': {
    words: 'not sent again may have arrived unknown skipped',
    text: [
      'An earlier run sent this version of the record, and it is unknown whether it arrived. Check the destination. If the record is missing there, replay it. If the record changes in the source, the next run sends it.',
    ],
    related: ['run-outcome-unknown', 'setting-only-changed', 'studio-replay'],
  },
  'record/too-large': {
    words: 'bigger record size mb',
    text: [
      'One record is larger than the limit, so it is not delivered; the others are. Leave large fields out at the source, or split the record.',
    ],
    related: ['faq', 'setting-list-processing'],
  },
  'hook/not-proved': {
    words: 'webhook answered with 401 signature secret sender',
    text: [
      'The sender did not prove that it knows the secret.',
      '1. Compare the last characters of the secret with those in the Settings tab of the connector.',
      '2. If they differ, rotate the secret and put the new one into the sender.',
      '3. The sample request there shows how it is sent.',
    ],
    related: ['setting-webhook-trigger', 'connector-settings'],
  },
  'replay/records-removed': {
    words: 'replay plan retention removed deleted waited',
    text: [
      'Retention removed the records of this plan while it waited. They can no longer be sent. Plan again with newer records, or run the connector to read its source again.',
    ],
    related: ['settings-retention', 'studio-replay'],
  },
  'replay/not-kept': {
    words: 'replay impossible record is not kept retention',
    text: [
      'Only records that are kept as they were read can be sent again. This one is not kept: the connector stores no payloads, or they were removed. Run the connector again instead.',
    ],
    related: ['settings-retention', 'setting-cursor'],
  },
  'run/nothing-delivered': {
    words: 'all records failed',
    text: [
      'Every record of the run failed, so the cause is usually the same for all: expired authentication, a destination that is down, or a changed mapping. The tab Problems groups them.',
    ],
    related: ['connector-problems', 'topic-troubleshooting'],
  },
  'run/outcome-unknown': {
    words: 'unknown records arrived',
    text: [
      'For some records it is unknown whether they arrived. The run page counts them. Check the destination, then replay what is missing.',
    ],
    related: ['setting-delivery', 'studio-replay'],
  },
}
