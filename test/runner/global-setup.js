require('./typescript');

module.exports = require('../support/global-setup').default;
