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
    draft: 'Deploy this connector before you run or pause it.',
    deploying: 'Wait until the deployment finishes.',
    starting: 'Wait until the run starts.',
    pausing: 'Wait until the connector is paused.',
    paused: 'Resume the connector to run it.',
    resuming: 'Wait until the connector has resumed.',
    failed: 'Deploy this connector again before you run or pause it.',
    deleting: 'Being deleted.',
    deleted: 'Deleted.',
    runUnderWay: 'A run is in progress. You can start another when it ends.',
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
    age: (age: string) => `Updated ${age} ago.`,
    dismiss: 'Dismiss',
  },
  facts: {
    name: 'Status',
    moving: 'Updating.',
    health: 'Health',
    failedDeployment: 'Last deployment',
    correct: 'Edit the configuration',
    since: 'Since',
    why: 'Why',
    next: 'Next',
    held: 'Held',
  },
  removal: {
    title: (name: string) => `Delete ${name}?`,
    effect: (status: ConnectorStatus, isRunOpen: boolean, isLive: boolean) =>
      `Status: ${connectorStatusMessages.status[status]}${isRunOpen ? ', with a run in progress' : ''}. This deletes the connector and its configuration${isLive ? ' and stops new deliveries' : ''}.`,
    ledger: 'Its records stay in the ledger but no longer appear here.',
    final: 'This cannot be undone.',
    keep: 'Keep it',
    remove: 'Delete connector',
  },
  deployment: {
    name: 'Deployment',
    notBegun: 'Deployment not started yet.',
    progress: 'Deployment progress',
    percent: (value: string) => `${value} %`,
    asking: 'Sending the configuration',
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
      valueHint: "A number, a text, or a UTC time such as 2026-01-31 12:00:00, in the cursor's format.",
      deploy: 'Deploy',
      leave: "Don't deploy",
    },
    marks: { done: 'done', now: 'now', broken: 'failed', ahead: 'to come' },
  },
  route: {
    name: 'Source and destination',
    source: 'Source',
    destination: 'Destination',
    nameOf: 'Name',
    noAddress: connectorStatusMessages.noAddress,
    destinationNamed: (name: string) => `Destination: ${name}`,
    mappedFor: (name: string, mapped: string) => `${name}: ${mapped}`,
    mapped: counted({ zero: 'Records pass through unchanged.', one: '# mapped field.', other: '# mapped fields.' }),
    neverDeployed: 'Never deployed. This shows the draft.',
    live: (version: number) => `Version ${version} is live.`,
    draftHas: (part: string, value: string) => `${part} in the draft: ${value}`,
    /** Each setting by the way to it. */
    changed: 'Changes from live to draft',
    changedSetting: (name: string, live: string, draft: string) => `${name}: ${live} → ${draft}`,
    changedSecret: (name: string) => `${name}: changed`,
    unseenChange: (part: string) => `${part}: changed in a secret or saved rule (not shown)`,
    moreChanged: counted({ one: 'And # more setting.', other: 'And # more settings.' }),
    noValue: 'not set',
  },
}
