/** The ways of a company without connectors to its first records. */
export const firstMinuteMessages = {
  lead: 'A connector reads from one system and writes to another.',
  name: 'Ways to start',
  loading: 'Loading ways to start…',
  demo: {
    title: 'Run the demo',
    about: 'Move 240 sample orders from a shop to a CRM. Nothing to set up.',
    none: 'The built-in systems are off here.',
    run: 'Run the demo',
    name: 'Shop orders to CRM',
    progress: { making: 'Making the connector…', running: 'Deploying and running it…' },
  },
  template: {
    title: 'Use a template',
    about: 'Fields are included. You add the credentials.',
    browse: 'Browse templates',
  },
  own: {
    title: 'Connect your own systems',
    about: 'Any HTTP API, database or webhook.',
    start: 'New connector',
  },
}
