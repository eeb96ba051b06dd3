"""Calls that leave the house: webhooks and MQTT, tried until they arrive."""
