/** The pages that the menu leads to, by their paths. */
export const menuTitles = {
  '/dashboard': 'Dashboard',
  '/integration-setup': 'Integration Setup',
  '/integration-engine': 'Integration Engine',
  '/connector-library': 'Connector Library',
  '/your-marketplace': 'Your Marketplace',
  '/account': 'Account',
  '/connections': 'Connections',
  '/faq': 'FAQ',
  '/help-center': 'Help Center',
  '/system-settings': 'System Settings',
  '/admin': 'Admin Console',
  '/inspector': 'Inspector',
  '/outbox': 'Outbox',
  '/support-requests': 'Support Requests',
}
