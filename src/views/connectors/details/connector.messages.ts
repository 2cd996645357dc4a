import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { connectorStatusMessages } from './connector-status.messages.ts'

const counted = countedIn('en')

/** Connectors: where they stand, what can be done about them, and the pages that show them. */
export const connectorMessages = {
  status: connectorStatusMessages.status,
  heldEvents: connectorStatusMessages.heldEvents,
  stage: {
    opening: 'Opening…',
    deploying: 'Deploying…',
    starting: 'Starting a run…',
    pausing: 'Pausing…',
    resuming: 'Resuming…',
    deleting: 'Deleting…',
    deleted: 'Deleted',
  },
  /** Why some of the buttons cannot be pressed. */
  blocked: {
    draft: 'Deploy it first; then it can run and be paused.',
    deploying: 'Wait until the deployment has ended.',
    starting: 'Wait until the run has started.',
    pausing: 'Wait until it is paused.',
    paused: 'Resume it to run it.',
    resuming: 'Wait until it has resumed.',
    failed: 'Deploy it again; then it can run and be paused.',
    deleting: 'It is being deleted.',
    deleted: 'It is deleted.',
    runUnderWay: 'A run is under way. It can run again when that has ended.',
  },
  actions: {
    edit: 'Edit',
    run: 'Run now',
    running: 'Running…',
    resume: 'Resume',
    pause: 'Pause',
    deploy: 'Deploy',
    more: 'More actions',
    studio: 'Integration Studio',
    export: 'Export',
    remove: 'Delete',
  },
  notices: {
    age: (age: string) => `Read ${age} ago.`,
    dismiss: 'Dismiss',
  },
  facts: {
    name: 'Status',
    moving: 'It is changing now.',
    health: 'Health',
    failedDeployment: 'Last deployment',
    correct: 'Correct the configuration',
    since: 'Since',
    why: 'Why',
    next: 'Next',
    held: 'Held',
  },
  removal: {
    title: (name: string) => `Delete ${name}?`,
    effect: (status: ConnectorStatus, isRunOpen: boolean, isLive: boolean) =>
      `It is ${connectorStatusMessages.status[status].toLowerCase()} now${isRunOpen ? ', and a run is under way' : ''}. The connector and its configuration are deleted${isLive ? ', and no new record is sent' : ''}.`,
    ledger: 'Its records stay in the ledger, but are no longer shown here.',
    final: 'This cannot be undone.',
    keep: 'Keep it',
    remove: 'Delete connector',
  },
  deployment: {
    name: 'Deployment',
    notBegun: 'The deployment has not begun yet.',
    progress: 'Progress of the deployment',
    percent: (value: string) => `${value} %`,
    asking: 'Handing the configuration over',
    checking: 'Checking the progress',
    reading: 'Loading the current position',
    steps: {
      queued: 'Queued',
      validating: 'Validating',
      provisioning: 'Provisioning',
      activating: 'Activating',
      live: 'Live',
    },
    reads: {
      title: 'Start of reading',
      choices: {
        beginning: 'From the beginning',
        value: 'From a value',
        kept: 'Continue from the live version',
      },
      value: 'First value to read',
      valueHint: 'A number, a UTC time such as 2026-01-31 12:00:00, or a text, like the cursor.',
      deploy: 'Deploy with this',
      leave: 'Do not deploy',
    },
    marks: { done: 'done', now: 'now', broken: 'failed', ahead: 'to come' },
  },
  route: {
    name: 'Source and destination',
    source: 'Source',
    destination: 'Destination',
    nameOf: 'Name',
    noAddress: connectorStatusMessages.noAddress,
    mapped: counted({ zero: 'Records pass through unchanged.', one: '# mapped field.', other: '# mapped fields.' }),
    neverDeployed: 'Never deployed: this is the draft.',
    live: (version: number) => `Version ${version} is live.`,
    draftHas: (part: string, value: string) => `${part} in the draft: ${value}`,
    /** Each setting by the way to it. */
    changed: 'What differs: live → draft',
    changedSetting: (name: string, live: string, draft: string) => `${name}: ${live} → ${draft}`,
    changedSecret: (name: string) => `${name}: changed`,
    unseenChange: (part: string) => `${part}: changed in a secret or in a saved rule, which are not shown here`,
    moreChanged: counted({ one: 'And # more setting.', other: 'And # more settings.' }),
    noValue: 'not set',
  },
}
