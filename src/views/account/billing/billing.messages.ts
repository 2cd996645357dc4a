export const billingMessages = {
  parts: 'Billing & Payment sections',
  tabs: { profiles: 'Billing Profiles', methods: 'Payment Methods' },
  operatorTabs: { profiles: 'Billing Profiles', methods: 'Payment Methods', prices: 'Price Book', all: 'All Invoices' },
}
