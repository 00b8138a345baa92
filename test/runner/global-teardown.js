require('./typescript');

module.exports = require('../support/global-teardown').default;
